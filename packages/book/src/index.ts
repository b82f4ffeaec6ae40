export {
  type ConversionMarket,
  type ConversionPath,
  conversionPaths,
  rateOfPath,
} from './arbitrage/conversion-paths.ts'
export { type CrossedLevel, crossedLevels } from './arbitrage/crossed-levels.ts'
export {
  arbitrageAt,
  type ArbitrageLimit,
  type ArbitrageTerms,
  commonStep,
  type Executable,
  executableArbitrage,
  type LegTerms,
} from './arbitrage/executable.ts'
export { legTerms } from './arbitrage/leg-terms.ts'
export { plainProfit } from './arbitrage/plain-profit.ts'
export type { BookFault } from './book-watch.ts'
export { BookWatch } from './book-watch.ts'
export { type BookUpdate, FollowedBook, type LevelPair, levelPairs } from './followed-book.ts'
export { type BookGrouping, bookGroupings, groupLevels } from './group-levels.ts'
export type { BookLevel } from './order-book.ts'
export { OrderBook } from './order-book.ts'
export { type BookDiff, type DiffOutcome, type FullBook, SequencedBook } from './sequenced-book.ts'
export { type LevelChange, TopOfBook } from './top-of-book.ts'
