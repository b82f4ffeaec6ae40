import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Files with contracts of calls that the first pages do not make when they open. */
const FILES = [
  'account-data',
  'admin-user',
  'admin-users',
  'algorithm-templates',
  'api-documents',
  'api-keys',
  'arbitrage-attempts',
  'audit',
  'backtest-analysis',
  'backtest-orders',
  'backtest-reports',
  'backtest-verifications',
  'backtest-windows',
  'backups',
  'connection-shares',
  'documentation',
  'drills',
  'guardian-keys',
  'home',
  'import-detection',
  'issuers',
  'market-fetches',
  'master-keys',
  'notifications',
  'optimization-luck',
  'order-templates',
  'packages',
  'payments',
  'position-windows',
  'restore',
  'second-factor',
  'security',
  'session-analysis',
  'source-series',
  'sources',
  'storage',
  'stored-data',
  'venues',
]
/** Calls of others than pages. */
const NEVER_MADE: ReadonlySet<string> = new Set([
  'asyncApiDocument',
  'currentUser',
  'deleteAlgorithmBacktests',
  'deleteOptimizationBacktests',
  'getChartSnapshot',
  'getSourceDatabase',
  'health',
  'historicalAvailability',
  'listBrokerPositions',
  'listCurrencies',
  'listInstrumentsForUser',
  'listPositionOrders',
  'listSessionOrders',
  'openApiDocument',
  'putStopOptimization',
  'returnFromIssuer',
  'runAlgorithmBacktest',
  'runBacktestOfOptimization',
  'signInWithToken',
  'starBacktests',
  'starOptimizationBacktests',
  'startSignIn',
  'stripeWebhook',
])
const HTTP = String.raw`packages[\\/]contracts[\\/]src[\\/]http[\\/]`
export const RARE_CONTRACTS = new RegExp(`${HTTP}(${FILES.join('|')})\\.ts$`)
const LIST = new RegExp(`${HTTP}all-contracts\\.ts$`)
const RECORD = new RegExp(`${HTTP}endpoints\\.ts$`)
const LINE = /^export \* from '\.\/([\w-]+)\.ts'$/gm
/** Of pages: a field of a call whose schemas are not there yet. */
const PART = /\bendpoints\.(\w+)\.\w/g
/** Of pages: what is or may be the name of a call. */
const NAME = /(?:\bendpoints\.|["'`])(\w+)\b/g

/**
 * Leaves address and method of rare calls in what every page loads; `call.ts` loads their schemas when it makes the first
 * one. Of what is no call, pages load what they use.
 */
export function rareContracts(): Plugin {
  const names = new Set<string>()
  return {
    name: 'rare-contracts',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (RECORD.test(id)) return { code: await namesOf(code, join(id, '..')), map: null }
      if (!LIST.test(id)) return null
      const lines = [...code.matchAll(LINE)].map(async ([line, file = '']) =>
        FILES.includes(file) ? stubs(join(id, '..'), file, names) : line,
      )
      return { code: (await Promise.all(lines)).join('\n'), map: null }
    },
    async buildEnd() {
      for (const id of this.getModuleIds()) {
        if (!/[\\/]web[\\/]src[\\/]/.test(id)) continue
        const { code } = this.getModuleInfo(id) ?? {}
        for (const [, name = ''] of (code ?? '').matchAll(PART)) {
          if (names.has(name)) this.error(`${id} reads a schema of ${name}, which rare-contracts.ts loads later`)
        }
        for (const [, name = ''] of (code ?? '').matchAll(NAME)) {
          if (NEVER_MADE.has(name)) this.error(`${id} names ${name}, which rare-contracts.ts leaves out of pages`)
        }
      }
    },
  }
}

/** The record of calls, with their names: as a list of all exports it would keep what no page uses. */
async function namesOf(code: string, folder: string): Promise<string> {
  const all = (await import(pathToFileURL(join(folder, 'all-contracts.ts')).href)) as Record<string, unknown>
  const names = Object.keys(all)
    .filter((name) => isEndpoint(all[name]) && !NEVER_MADE.has(name))
    .join(', ')
  const named = code
    .replace(
      'import * as contracts from',
      `import { ${names} } from './all-contracts.ts'\nimport type * as contracts from`,
    )
    .replace(/Object\.fromEntries\(Object\.entries\(contracts\).*?\) as/s, `{ ${names} } as`)
  if (named.includes('entries(contracts)')) throw new Error('rare-contracts.ts does not know how calls are listed')
  return named
}

/** Entries with everything but schemas. Of what else the file exports, constants stay; pages cannot have other schemas. */
async function stubs(folder: string, file: string, names: Set<string>): Promise<string> {
  const all = (await import(pathToFileURL(join(folder, `${file}.ts`)).href)) as Record<string, unknown>
  // Written once for a file: every page loads what is repeated here for each call.
  const entry = `rare_${file.replaceAll('-', '_')}`
  const lines = Object.entries(all).map(([name, value]) => {
    if (!isEndpoint(value)) return isPlain(value) ? `export const ${name} = ${JSON.stringify(value)}` : ''
    names.add(name)
    const { method, path, auth, publicPath } = value
    const parts = [name, method, path, auth, ...(publicPath === undefined ? [] : [publicPath])]
    return `export const ${name} = ${entry}(${parts.map((part) => JSON.stringify(part)).join(', ')})`
  })
  const whole = `() => import('./${file}.ts').then((all) => all[name])`
  const made = `({ method, path, auth, ...(publicPath && { publicPath }), whole: ${whole} })`
  return [`const ${entry} = (name, method, path, auth, publicPath) => ${made}`, ...lines].join('\n')
}

interface Entry {
  readonly method: string
  readonly path: string
  readonly auth: string
  readonly publicPath?: string
}

function isEndpoint(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value
}

function isPlain(value: unknown): boolean {
  return ['number', 'string', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.every(isPlain))
}
