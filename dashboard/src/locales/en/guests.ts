export const guests = {};
