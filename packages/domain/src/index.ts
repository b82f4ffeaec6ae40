export { type Instrument } from './instrument.ts'
export { barStart, type BarInterval, INTERVALS, type Interval, isBarInterval } from './interval.ts'
export { BAR_COLUMNS, type BarColumns, type MarketColumns, TICK_COLUMNS, type TickColumns } from './columns.ts'
