import type { Lane } from './lane.ts'

/** Folders whose slow tests are worth running when they change; those of live trading have the kill matrix. */
export const FOLDERS_OF_FULL_LANE = [
  'packages/engine/',
  'packages/sandbox/',
  'packages/script/',
  'packages/lookahead/',
  'packages/market-data/',
  'packages/database/',
  'packages/trading/',
  'packages/venues/',
  'packages/venue-lab/',
  'apps/server/src/trading-core/intents/',
  'apps/server/src/platform/leases/',
  'apps/server/src/processes/brokers/',
  'apps/server/src/processes/guardian/',
  'apps/server/src/processes/ingest/',
  'apps/server/src/processes/paper/',
  'apps/server/src/processes/sessions/',
  'tests/golden/',
  'tests/hostile/',
  'tests/lookahead-samples/',
  'pnpm-lock.yaml',
]

/** The lane for a change of these files; `null` if it is unknown what has changed. */
export function laneOfChange(files: readonly string[] | null): Lane {
  if (files === null) return 'full'
  return files.some((file) => FOLDERS_OF_FULL_LANE.some((part) => file.startsWith(part))) ? 'full' : 'fast'
}
