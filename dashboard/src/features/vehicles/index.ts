export { createVehicle } from './vehicles-queries';
