export { MAX_RECORD_LENGTH, csvSteps, type CsvRecord } from './csv-records';
export { DELIMITERS, delimiterOf, type Delimiter } from './delimiter';
export { fittedCells, isBlank, withoutBlankEnd } from './cells';
export { guarded, unguarded } from './guard';
