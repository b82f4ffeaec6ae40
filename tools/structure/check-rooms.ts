import { join } from 'node:path/posix'
import type { SourceFile, Violation } from './read-sources.ts'

/** Judges one import between two files of the same app; null if it is allowed. */
type Rule = (from: string, to: string) => string | null

/** The rooms of the web app from top to bottom: a room uses its own files and those below it. */
const WEB_ROOMS = ['routes', 'shell', 'pages', 'features', 'entities', 'charts', 'realtime', 'ui', 'api']

/** What features have in common, from top to bottom: entities of one line do not know each other. */
const WEB_ENTITIES = [
  ['positions'],
  ['analysis', 'orders', 'run-settings'],
  ['alerts', 'runs', 'audit', 'charts', 'panels', 'scripts'],
  ['accounts', 'algorithms', 'datasets', 'fetches', 'indicators', 'settings'],
  ['documentation', 'instruments', 'packages', 'prices', 'user'],
]

/** Rooms of trading: the ways to give an order look at what they share. */
const TRADING_ROOMS = [
  ['trade-dialogs.tsx', 'trading-settings.tsx'],
  ['order-keys.tsx'],
  ['ticket'],
  ['tile'],
  ['accounts', 'confirm', 'orders', 'positions'],
  ['connections', 'entry', 'guard'],
]

/** Folders and files of the engine from the result of a run down to what everything may use. */
const ENGINE_ROOMS = [
  ['index.ts'],
  ['ranged-run.ts'],
  ['run.ts', 'session.ts'],
  ['live-numbers.ts'],
  ['assemble.ts', 'paper'],
  ['result'],
  ['run-markets.ts'],
  ['loops'],
  ['venues'],
  ['script'],
  ['kernel.ts', 'warmup.ts'],
  ['traded-market.ts'],
  ['account'],
  ['record'],
  ['orders'],
  ['positions'],
  ['market'],
]

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  'apps/server/src': [platformKnowsNoFeature, processesStandAlone, repositoriesArePrivate],
  'apps/web/src': [roomsLookDown, featuresStandAlone, entitiesLookDown, tradingLooksDown, insidesOfEntitiesArePrivate],
  'packages/engine/src': [engineLooksDown, fastLoopsHaveOneDoor, portsKnowNoEngine],
}

const PLATFORM = /^apps\/server\/src\/(?:platform|trading-core)\//
const VENUES = /^@tradeloom\/venues(?:$|\/)/
/** The keys of users are read and opened there, for the processes that talk to their venues. */
const KEYS = 'apps/server/src/trading-core/connections/'

/** Imports inside an app that cross one of its internal boundaries. */
export function checkRooms(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ isTest }) => !isTest)
    .flatMap((file) => file.imports.flatMap(({ specifier }) => judge(file.path, specifier)))
}

function judge(path: string, specifier: string): Violation[] {
  if (PLATFORM.test(path) && VENUES.test(specifier) && !path.startsWith(KEYS))
    return [{ file: path, imports: specifier, why: 'the platform knows no venue' }]
  if (!specifier.startsWith('.')) return []
  const base = Object.keys(RULES).find((folder) => path.startsWith(`${folder}/`))
  if (base === undefined) return []
  const from = path.slice(base.length + 1)
  const to = join(path, '..', specifier).slice(base.length + 1)
  return (RULES[base] ?? [])
    .map((rule) => rule(from, to))
    .filter((why) => why !== null)
    .map((why) => ({ file: path, imports: specifier, why }))
}

/** The platform is below the core of trading, and both are below features. */
function platformKnowsNoFeature(from: string, to: string): string | null {
  if (from.startsWith('trading-core/'))
    return to.startsWith('features/') || to.startsWith('processes/')
      ? 'trading-core knows no feature and no process'
      : null
  if (!from.startsWith('platform/')) return null
  if (to.startsWith('trading-core/')) return 'the platform knows nothing of trading'
  return to.startsWith('features/') ? 'the platform knows no feature' : null
}

/** Features and processes meet in tables and on the bus; only the composition of the server knows both. */
function processesStandAlone(from: string, to: string): string | null {
  const [mine, theirs] = [processOf(from), processOf(to)]
  if (mine !== null && to.startsWith('features/')) return `process ${mine} may not use features`
  if (mine !== null && theirs !== null && mine !== theirs) return `process ${mine} may not use process ${theirs}`
  if (!to.startsWith('processes/')) return null
  if (from.startsWith('features/')) return 'features may not use processes'
  return from.startsWith('platform/') ? 'the platform knows no process' : null
}

function repositoriesArePrivate(from: string, to: string): string | null {
  const [mine, theirs] = [featureOf(from), featureOf(to)]
  if (mine === null || theirs === null || mine === theirs || !to.endsWith('.repository.ts')) return null
  return `feature ${mine} reaches into the repository of ${theirs}`
}

function roomsLookDown(from: string, to: string): string | null {
  const [mine, theirs] = [roomOf(from), roomOf(to)].map((room) => WEB_ROOMS.indexOf(room))
  if (mine === undefined || theirs === undefined || mine < 0 || theirs < 0 || mine <= theirs) return null
  return `${WEB_ROOMS[mine]} may not use ${WEB_ROOMS[theirs]}`
}

function engineLooksDown(from: string, to: string): string | null {
  return lookDown(ENGINE_ROOMS, roomOf(from), roomOf(to))
}

function entitiesLookDown(from: string, to: string): string | null {
  const [mine, theirs] = [entityOf(from), entityOf(to)]
  return mine === null || theirs === null ? null : lookDown(WEB_ENTITIES, mine, theirs)
}

function tradingLooksDown(from: string, to: string): string | null {
  const [mine, theirs] = [from, to].map((path) => /^features\/trading\/([^/]+)/.exec(path)?.[1])
  return mine === undefined || theirs === undefined ? null : lookDown(TRADING_ROOMS, mine, theirs)
}

/** What is not in the list lies below all of it. */
function lookDown(floors: readonly (readonly string[])[], from: string, to: string): string | null {
  const [mine, theirs] = [from, to].map((room) => floors.findIndex((one) => one.includes(room)))
  if (mine === undefined || theirs === undefined || theirs < 0 || from === to) return null
  return mine < 0 || mine >= theirs ? `${from} may not use ${to}` : null
}

/** Features meet in entities below them and in pages above them; pages meet in routes and in the shell. */
function featuresStandAlone(from: string, to: string): string | null {
  for (const room of ['feature', 'page']) {
    const [mine, theirs] = [from, to].map((path) => new RegExp(`^${room}s/([^/]+)/`).exec(path)?.[1])
    if (mine !== undefined && theirs !== undefined && mine !== theirs)
      return `${room} ${mine} may not use ${room} ${theirs}`
  }
  return null
}

function fastLoopsHaveOneDoor(from: string, to: string): string | null {
  const isInside = from.startsWith('loops/fast/') || !from.startsWith('loops/') || !to.startsWith('loops/fast/')
  if (isInside || /\/(?:skip-quiet|quiet-range)\.ts$/.test(to)) return null
  return 'fast loops are entered through skipQuiet'
}

/** What a venue outside implements is stated in terms of the domain alone. */
function portsKnowNoEngine(from: string, to: string): string | null {
  return from.startsWith('ports/') && !to.startsWith('ports/') ? 'ports know the domain only' : null
}

/** Files directly in an entity's folder are public; files in its subfolders are private. */
function insidesOfEntitiesArePrivate(from: string, to: string): string | null {
  const theirs = entityOf(to)
  if (theirs === null || theirs === entityOf(from) || to.split('/').length <= 3) return null
  return `${from.split('/').slice(0, 2).join('/')} reaches into the insides of ${theirs}`
}

function featureOf(path: string): string | null {
  return /^features\/([^/]+)\//.exec(path)?.[1] ?? null
}

function entityOf(path: string): string | null {
  return /^entities\/([^/]+)\//.exec(path)?.[1] ?? null
}

function processOf(path: string): string | null {
  return /^processes\/([^/]+)\//.exec(path)?.[1] ?? null
}

function roomOf(path: string): string {
  return path.split('/')[0] ?? ''
}
