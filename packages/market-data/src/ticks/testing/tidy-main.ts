import { tidyTicks } from '../tick-retention.ts'

// Makes months of all days that are older than five weeks, and ends.
const [folder = '', now = ''] = process.argv.slice(2)
const needs = () => ({ isKept: true, row: Infinity, time: Infinity })
const onError = (_: string, error: unknown): never => {
  throw error
}
await tidyTicks(folder, { now: Number(now), days: 35, needs }, { onError })
