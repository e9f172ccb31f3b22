export const seats = {};
