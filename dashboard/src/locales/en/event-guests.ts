export const eventGuests = {};
