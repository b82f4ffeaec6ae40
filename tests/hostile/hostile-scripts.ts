import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LIMITS, type RunLimits } from '../../packages/sandbox/src/run-job.ts'

/** One acceptable end of a hostile script; omitted parts may be anything. */
export interface ExpectedEnd {
  readonly status: string
  readonly kind?: string
  readonly message?: RegExp
}

export interface HostileScript {
  readonly name: string
  /** What it attempts, for display. */
  readonly tries: string
  readonly source: string
  /** The run is correct if it ends in any of these ways. */
  readonly expected: readonly ExpectedEnd[]
  readonly limits: RunLimits
}

const FOLDER = join(import.meta.dirname, 'scripts')
const TIGHT: RunLimits = {
  ...DEFAULT_LIMITS,
  cpuMs: 1000,
  wallMs: 2500,
  memoryMb: 64,
  resultBytes: 1_000_000,
  logBytes: 10_000_000,
}
/** Filling memory slowly takes processor time first, most of it for garbage collection. */
const SLOWLY: RunLimits = { ...TIGHT, cpuMs: 4000, wallMs: 15_000 }
/** Beside other programs it takes far more: these limits only end what another limit has failed to end. */
const UNTIL_FULL: RunLimits = { ...TIGHT, cpuMs: 30_000, wallMs: 120_000 }
/** For scripts that never end: all they could do, they do in this time. */
const BRIEFLY: RunLimits = { ...TIGHT, cpuMs: 400 }

/** The scripts of the folder `scripts` with their parsed headers, by name. Throws for an invalid header. */
export function hostileScripts(): HostileScript[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.js'))
    .sort()
    .map((file) => parse(file.slice(0, -3), readFileSync(join(FOLDER, file), 'utf8')))
}

/**
 * A header is lines of comments: what the script attempts, then `Expect:` with the acceptable ends, separated by `or`,
 * and `Limit: memory` or `Limit: stack` if that limit rather than the time limit should end it.
 */
function parse(name: string, source: string): HostileScript {
  const header = /^(?:\/\/ .*\n)+/.exec(source)?.[0] ?? ''
  const lines = header.split('\n').map((line) => line.slice(3))
  const value = (key: string): string | undefined =>
    lines.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2)
  const tries = lines
    .filter((line) => !/^[A-Z][a-z]+: /.test(line))
    .join(' ')
    .trim()
  const expected = value('Expect')
    ?.split(' or ')
    .map((text) => parseEnd(text))
  if (tries === '' || expected === undefined || expected.includes(null))
    throw new Error(`${name}.js needs a comment on what it tries and how it ends: // Expect: status kind /message/`)
  const ends = expected.filter((end) => end !== null)
  return { name, tries, source: unrolled(source), expected: ends, limits: limitsFor(ends, value('Limit')) }
}

function limitsFor(expected: readonly ExpectedEnd[], limit: string | undefined): RunLimits {
  const mayTimeOut = expected.some(({ kind }) => kind === undefined || kind === 'timeout')
  if (limit === 'memory' || limit === 'stack') return mayTimeOut ? SLOWLY : UNTIL_FULL
  return expected.every(({ kind }) => kind === 'timeout') ? BRIEFLY : TIGHT
}

/** Sources that are too long to store: `%text*1000%` stands for a thousand copies of the text. */
function unrolled(source: string): string {
  return source.replaceAll(/%([^%\n]+)\*(\d+)%/g, (_, text: string, count: string) => text.repeat(Number(count)))
}

function parseEnd(text: string): ExpectedEnd | null {
  const [, status, kind, message] = /^(\w+)(?: ([\w-]+))?(?: \/(.+)\/)?$/.exec(text) ?? []
  if (status === undefined) return null
  return {
    status,
    ...(kind === undefined ? {} : { kind }),
    ...(message === undefined ? {} : { message: new RegExp(message, 'i') }),
  }
}
