import type { ImportJob, ImportProgress, ImportReport } from '@tradeloom/market-data'
import type { RequestProcessDefinition } from '../../platform/processes/process-definition.ts'

/**
 * Imports files: whatever they contain, the server stays responsive, and the import's memory is returned. Its jobs limit
 * how many run at the same time.
 */
export const imports: RequestProcessDefinition<ImportJob, ImportReport, ImportProgress> = {
  name: 'imports',
  entry: new URL('main.ts', import.meta.url),
  atOnce: Number.POSITIVE_INFINITY,
  idleMs: 0,
  limits: {
    // Rows are outside the heap; parsed JSON, problems and the like are inside.
    heapMb: 1_536,
    // Twenty million sorted ticks, the most that one import accepts, need 2.7 GB; unsorted they may exceed this.
    residentBytes: 3 * 1024 ** 3,
    silenceMs: 5 * 60_000,
  },
}
