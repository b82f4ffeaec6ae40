import { join } from 'node:path/posix'
import type { ImportStatement, SourceFile, Violation } from './read-sources.ts'

/** Judges one import of a file; null if it is allowed. `to` is a package, or the path of another file of this repository. */
type Rule = (from: string, to: string, statement: ImportStatement) => string | null

const ADAPTERS = 'packages/venues/src/adapters/'
const PROCESSES = 'apps/server/src/processes/'
const PLATFORM = 'apps/server/src/platform/'
/** What processes and features of trading share. */
const TRADING_CORE = 'apps/server/src/trading-core/'

/** Packages that venues may use; a few adapters need one more. */
const OF_VENUES = ['domain', 'book', 'trading']
const OF_ADAPTERS: Readonly<Record<string, string>> = { paper: 'engine', simulated: 'simulation' }

/** Parts of the platform and of trading that know neither features nor users; `results` packs the results of runs. */
const OF_PROCESSES = ['custody', 'leases', 'processes', 'health', 'guard', 'intents', 'prices', 'results']

/** The part that opens keys of users is for those who talk to their venues. */
const OPENS_KEYS = { part: 'connections', processes: ['brokers', 'fetches', 'guardian', 'ingest'] }

/** What the guardian may use: it closes positions when all else has failed, the database among it. */
const OF_GUARDIAN = [
  '@tradeloom/venues',
  '@tradeloom/trading',
  '@tradeloom/domain',
  '@tradeloom/domain/drills',
  '@tradeloom/domain/orders',
  '@tradeloom/database',
  '@tradeloom/market-data/ticks',
  '@tradeloom/vault',
  '@tradeloom/vault/open',
  '@tradeloom/kill-switch',
  '@tradeloom/bus',
  'drizzle-orm',
]
const PARTS_OF_GUARDIAN = ['leases', 'processes', 'guard', 'prices', 'connections', 'health']

const RULES: readonly Rule[] = [venuesKnowLittle, adaptersStandAlone, processesKnowLittle, guardianStandsAlone]

/** Imports by which the parts that trade live would know more than they may. */
export function checkLiveParts(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ isTest }) => !isTest)
    .flatMap(({ path, imports }) =>
      imports.flatMap((statement) => {
        const { specifier } = statement
        const to = specifier.startsWith('.') ? join(path, '..', specifier) : specifier
        return RULES.map((rule) => rule(path, to, statement))
          .filter((why) => why !== null)
          .map((why) => ({ file: path, imports: specifier, why }))
      }),
    )
}

function venuesKnowLittle(from: string, to: string): string | null {
  const name = packageOf(to)
  if (!from.startsWith('packages/venues/') || name === null || name === 'venues' || OF_VENUES.includes(name))
    return null
  const adapter = folderIn(ADAPTERS, from)
  if (adapter !== null && OF_ADAPTERS[adapter] === name) return null
  return `venues may not use ${name}`
}

function adaptersStandAlone(from: string, to: string): string | null {
  const [mine, theirs] = [folderIn(ADAPTERS, from), folderIn(ADAPTERS, to)]
  if (theirs === null || mine === theirs || !from.startsWith('packages/venues/')) return null
  return mine === null ? 'venues find adapters by their folder' : `adapter ${mine} may not use adapter ${theirs}`
}

/** What a process may not use in features and other processes, check-rooms says. */
function processesKnowLittle(from: string, to: string): string | null {
  const name = folderIn(PROCESSES, from)
  const part = partOf(to) ?? (to.startsWith('apps/server/src/') ? '' : null)
  if (name === null || part === null || /^apps\/server\/src\/(?:features|processes)\//.test(to)) return null
  if (OF_PROCESSES.includes(part)) return null
  if (part === OPENS_KEYS.part && OPENS_KEYS.processes.includes(name)) return null
  return `process ${name} may not use ${to.slice('apps/server/src/'.length)}`
}

function guardianStandsAlone(from: string, to: string, { isTypeOnly }: ImportStatement): string | null {
  const mine = `${PROCESSES}guardian/`
  if (!from.startsWith(mine) || to.startsWith(mine) || to.startsWith('node:') || OF_GUARDIAN.includes(to)) return null
  if (PARTS_OF_GUARDIAN.includes(partOf(to) ?? '')) return null
  // How the database is reached is a message, and no code.
  return to === 'pg' && isTypeOnly ? null : `the guardian may not use ${to}`
}

function partOf(path: string): string | null {
  return folderIn(PLATFORM, path) ?? folderIn(TRADING_CORE, path)
}

/** The name of a package of the workspace, by its name or by a path. */
function packageOf(to: string): string | null {
  return /^(?:@tradeloom|packages)\/([a-z-]+)/.exec(to)?.[1] ?? null
}

function folderIn(base: string, path: string): string | null {
  return path.startsWith(base) ? (/^([^/]+)\//.exec(path.slice(base.length))?.[1] ?? null) : null
}
