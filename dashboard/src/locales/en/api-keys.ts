export const apiKeys = {};
