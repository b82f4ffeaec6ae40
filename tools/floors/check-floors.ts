import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Which floor a package stands on; a package may use only packages of lower floors. */
const FLOORS: Readonly<Record<string, number>> = {
  domain: 0,
  indicators: 1,
  metrics: 1,
  script: 1,
  contracts: 1,
  engine: 2,
  optimizer: 2,
  /** Between the engine, which it drives, and the sandbox, which runs it. */
  lookahead: 2.5,
  sandbox: 3,
  'market-data': 3,
  brokers: 3,
  database: 3,
  bus: 3,
}
/** Stands beside the floors: tests alone may use it. */
const TEST_ONLY = 'testkit'
const PURE = ['domain', 'indicators', 'metrics', 'script', 'engine', 'optimizer', 'lookahead']
/** What the browser may hold of our own packages. */
const WEB_MAY_USE = ['domain', 'contracts', 'metrics', 'indicators', 'script']

/** Exceptions, each with its reason: the engine stays out of what the browser parses. */
const NOT_FOR: Readonly<Record<string, readonly string[]>> = { engine: ['contracts'], optimizer: ['contracts'] }

export interface Violation {
  readonly file: string
  readonly imports: string
  readonly why: string
}

/** Reads the imports of every source file below `root` and returns those that go up or sideways. */
export function checkFloors(root: string): { violations: Violation[]; files: number } {
  const violations: Violation[] = []
  let files = 0
  for (const kind of ['packages', 'apps'] as const) {
    for (const name of directories(join(root, kind))) {
      for (const file of sources(join(root, kind, name))) {
        files++
        const text = readFileSync(file, 'utf8')
        for (const specifier of importsOf(text)) {
          const why = judge(kind, name, file, specifier)
          if (why !== null) violations.push({ file: relative(root, file), imports: specifier, why })
        }
      }
    }
  }
  return { violations, files }
}

function judge(kind: 'packages' | 'apps', name: string, file: string, specifier: string): string | null {
  const isTest = /\.(test|bench)\.tsx?$/.test(file) || name === TEST_ONLY
  const target = /^@tradeloom\/([a-z-]+)/.exec(specifier)?.[1]
  if (target === undefined) {
    if (kind === 'packages' && PURE.includes(name) && !isTest && specifier.startsWith('node:'))
      return `${name} is pure: no Node`
    return sideways(kind, name, file, specifier)
  }
  if (isTest) return null
  if (target === TEST_ONLY) return `${TEST_ONLY} is for tests only`
  if (FLOORS[target] === undefined) return `nothing imports the app ${target}`
  if (kind === 'apps')
    return name === 'web' && !WEB_MAY_USE.includes(target) ? `the browser may not hold ${target}` : null
  const own = FLOORS[name]
  if (own === undefined) return `${name} has no floor: name it in FLOORS`
  if (NOT_FOR[name]?.includes(target) === true) return `${name} must not know ${target}`
  return FLOORS[target] < own ? null : `${name} (floor ${own}) may not use ${target} (floor ${FLOORS[target]})`
}

/** Folders of the web app from the top down; a folder uses only those below it. */
const WEB_ROOMS = ['routes', 'features', 'charts', 'realtime', 'ui', 'api']

/** Inside the apps: features do not use each other's repositories, folders of the web app import downwards only. */
function sideways(kind: string, name: string, file: string, specifier: string): string | null {
  if (kind !== 'apps' || !specifier.startsWith('.')) return null
  const resolved = join(file, '..', specifier)
  const feature = /apps\/server\/src\/features\/([^/]+)\//
  const from = feature.exec(file)?.[1]
  const to = feature.exec(resolved)?.[1]
  if (from !== undefined && to !== undefined && from !== to && resolved.endsWith('.repository.ts'))
    return `feature ${from} reaches into the repository of ${to}`
  const room = WEB_ROOMS.indexOf(webRoom(file))
  const toRoom = WEB_ROOMS.indexOf(webRoom(resolved))
  if (name === 'web' && room > toRoom && toRoom >= 0) return `${WEB_ROOMS[room]} may not use ${WEB_ROOMS[toRoom]}`
  return null
}

function webRoom(file: string): string {
  return /apps\/web\/src\/([^/]+)\//.exec(file)?.[1] ?? ''
}

function importsOf(text: string): string[] {
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g,
  )
  return [...found].map((match) => match[1] ?? match[2] ?? '')
}

function directories(path: string): string[] {
  return existsSync(path) ? readdirSync(path).filter((entry) => statSync(join(path, entry)).isDirectory()) : []
}

function sources(path: string): string[] {
  const source = join(path, 'src')
  if (!existsSync(source)) return []
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((entry) => /\.tsx?$/.test(entry) && !entry.endsWith('.d.ts'))
    .map((entry) => join(source, entry))
}
