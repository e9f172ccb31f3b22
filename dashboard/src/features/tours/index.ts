export { tourQuery, toursQuery } from './tours-queries';
