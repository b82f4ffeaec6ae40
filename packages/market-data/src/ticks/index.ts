export { TICK_FLAGS, isHeartbeat, isPrice, type TickRow } from './tick-file.ts'
export { TickReader } from './tick-reader.ts'
export { TickWriter } from './tick-writer.ts'
export { planTicks, type TickNeeds, tidyTicks } from './tick-retention.ts'
