'use strict';
/** The data of the demonstration's season: real towns with their halls, in orders in which tours might visit them. */

/** Where events take place. Coordinates are WGS 84. */
const STOPS = {
  lisbon: {
    city: 'Lisbon',
    country: 'Portugal',
    hall: 'Coliseu dos Recreios',
    at: [38.7167, -9.1409],
    zone: 'Europe/Lisbon',
  },
  madrid: { city: 'Madrid', country: 'Spain', hall: 'Teatro Real', at: [40.4184, -3.7106], zone: 'Europe/Madrid' },
  barcelona: {
    city: 'Barcelona',
    country: 'Spain',
    hall: 'Palau de la Música',
    at: [41.3876, 2.1753],
    zone: 'Europe/Madrid',
  },
  lyon: { city: 'Lyon', country: 'France', hall: 'Halle Tony Garnier', at: [45.7308, 4.8237], zone: 'Europe/Paris' },
  milan: {
    city: 'Milan',
    country: 'Italy',
    hall: 'Teatro degli Arcimboldi',
    at: [45.5127, 9.2094],
    zone: 'Europe/Rome',
  },
  zurich: { city: 'Zurich', country: 'Switzerland', hall: 'Tonhalle', at: [47.3664, 8.5379], zone: 'Europe/Zurich' },
  vienna: { city: 'Vienna', country: 'Austria', hall: 'Konzerthaus', at: [48.2008, 16.3767], zone: 'Europe/Vienna' },
  salzburg: {
    city: 'Salzburg',
    country: 'Austria',
    hall: 'Residenzplatz',
    at: [47.7983, 13.0466],
    zone: 'Europe/Vienna',
  },
  prague: { city: 'Prague', country: 'Czechia', hall: 'Rudolfinum', at: [50.0899, 14.4153], zone: 'Europe/Prague' },
  berlin: { city: 'Berlin', country: 'Germany', hall: 'Tempodrom', at: [52.5003, 13.3806], zone: 'Europe/Berlin' },
  hamburg: {
    city: 'Hamburg',
    country: 'Germany',
    hall: 'Elbphilharmonie',
    at: [53.5413, 9.9841],
    zone: 'Europe/Berlin',
  },
  copenhagen: {
    city: 'Copenhagen',
    country: 'Denmark',
    hall: 'DR Koncerthuset',
    at: [55.6588, 12.5895],
    zone: 'Europe/Copenhagen',
  },
  oslo: { city: 'Oslo', country: 'Norway', hall: 'Konserthus', at: [59.9143, 10.7288], zone: 'Europe/Oslo' },
  stockholm: {
    city: 'Stockholm',
    country: 'Sweden',
    hall: 'Berwaldhallen',
    at: [59.3331, 18.1027],
    zone: 'Europe/Stockholm',
  },
  helsinki: {
    city: 'Helsinki',
    country: 'Finland',
    hall: 'Musiikkitalo',
    at: [60.1729, 24.9346],
    zone: 'Europe/Helsinki',
  },
};

/** Tours, with the day of the season on which each begins; an event every third day. */
const TOURS = [
  {
    name: 'Southern spring',
    status: 'completed',
    firstDay: -60,
    budget: '180000.00',
    stops: ['lisbon', 'madrid', 'barcelona', 'lyon', 'milan'],
  },
  {
    name: 'Across the Alps',
    status: 'active',
    firstDay: -6,
    budget: '140000.00',
    stops: ['zurich', 'salzburg', 'vienna', 'prague', 'berlin'],
  },
  {
    name: 'Northern lights',
    status: 'planning',
    firstDay: 45,
    budget: '210000.00',
    stops: ['hamburg', 'copenhagen', 'oslo', 'stockholm', 'helsinki'],
  },
];

const VEHICLES = [
  { name: 'Coach 1', type: 'Coach', capacity: 49, plateNumber: 'W-1201 TE' },
  { name: 'Coach 2', type: 'Coach', capacity: 49, plateNumber: 'W-1202 TE' },
  { name: 'Minibus', type: 'Minibus', capacity: 16, plateNumber: 'W-1203 TE' },
  { name: 'Shuttle', type: 'Van', capacity: 8, plateNumber: 'W-1204 TE' },
];

/** The expenses of an event: category, description, least and most in whole units of the currency. */
const EXPENSES = [
  ['venue', 'Hall for one evening', 4_000, 9_000],
  ['staffing', 'Stewards and box office', 800, 2_400],
  ['equipment', 'Sound and light', 1_500, 5_000],
  ['transport', 'Coach and driver', 600, 1_800],
  ['accommodation', 'Hotel for the ensemble', 2_000, 4_500],
  ['catering', 'Supper after the concert', 500, 1_600],
  ['marketing', 'Posters and programmes', 300, 1_200],
  ['permits', 'Public performance fee', 150, 600],
];

/** Currencies of countries that don't use the organization's. */
const CURRENCIES = { Switzerland: 'CHF', Czechia: 'CZK', Denmark: 'DKK', Norway: 'NOK', Sweden: 'SEK' };

const CREW = ['Tour manager', 'Stage manager', 'Front of house', 'Driver'];

/** What does not go together: somebody is needed at two places at once, and a day is after the end of the tour. */
const EXTRAS = [
  { stop: 'prague', name: 'Reception for sponsors', daysAfter: 0, from: 19, to: 20 },
  { stop: 'berlin', name: 'Press breakfast', daysAfter: 1, from: 8, to: 10 },
];

/** Where only one coach goes, so that somebody has something to do. */
const SHORT_OF_SEATS = 'berlin';

module.exports = { CREW, CURRENCIES, EXPENSES, EXTRAS, SHORT_OF_SEATS, STOPS, TOURS, VEHICLES };
