export const expenses = {};
