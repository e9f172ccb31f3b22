export { ChoosePassword, SecondFactorNeeded } from './required-screens';
