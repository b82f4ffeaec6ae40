import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** PostgreSQL's log is divided into segments of this size. */
export const SEGMENT_BYTES = 16 * 1024 * 1024
const SEGMENTS_PER_NAME = 2 ** 32 / SEGMENT_BYTES

/** A finished segment of the log, compressed, in the folder of the log beside the backups. */
export interface LogSegment {
  /** As PostgreSQL names it. */
  readonly name: string
  readonly timeline: number
  /** How many segments precede it. */
  readonly number: number
  /** It has everything that was committed until then, milliseconds since 1970. */
  readonly until: number
  /** Of what is inside. */
  readonly sha256: string
  readonly path: string
  /** Of the file. */
  readonly bytes: number
}

/** What PostgreSQL writes when a restored database begins a timeline: from which it came, and where it left it. */
export interface LogHistory {
  readonly name: string
  readonly timeline: number
  /** When it began. */
  readonly at: number
  readonly sha256: string
  readonly path: string
}

export interface StoredLog {
  /** By timeline and number. */
  readonly segments: readonly LogSegment[]
  readonly histories: readonly LogHistory[]
}

const STORED = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.(\d{13})\.(\d{1,9})\.([0-9a-f]{64})\.zst$/

/** Beside the backups of a folder. */
export function logFolder(root: string): string {
  return join(root, 'log')
}

/** Its name has all that is to be known of a file, so that it is there whole or not at all. */
export function storedName(name: string, at: number, bytes: number, sha256: string): string {
  return `${name}.${at}.${bytes}.${sha256}.zst`
}

export function segmentName(timeline: number, number: number): string {
  const parts = [timeline, Math.floor(number / SEGMENTS_PER_NAME), number % SEGMENTS_PER_NAME]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** Of a name such as 000000010000000000000003. */
function readSegmentName(name: string): { timeline: number; number: number } {
  const [timeline = 0, high = 0, low = 0] = [0, 8, 16].map((at) => Number.parseInt(name.slice(at, at + 8), 16))
  return { timeline, number: high * SEGMENTS_PER_NAME + low }
}

/** Of a text such as 0/5000028. */
function positionOf(lsn: string): number {
  const [high = '0', low = '0'] = lsn.split('/')
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}

/** The segment in which a position of the log is. */
export function segmentAt(lsn: string): number {
  return Math.floor(positionOf(lsn) / SEGMENT_BYTES)
}

/** The segment that has the last byte before a position. */
export function segmentBefore(lsn: string): number {
  return Math.floor(Math.max(0, positionOf(lsn) - 1) / SEGMENT_BYTES)
}

export async function listLog(root: string): Promise<StoredLog> {
  const folder = logFolder(root)
  const segments: LogSegment[] = []
  const histories: LogHistory[] = []
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const file of files.toSorted()) {
    const found = readLogName(file)
    const path = join(folder, file)
    if (found?.kind === 'history') histories.push({ ...found, path })
    else if (found) segments.push({ ...found, path })
  }
  return { segments, histories }
}

type Named =
  | ({ readonly kind: 'segment' } & Omit<LogSegment, 'path'>)
  | ({ readonly kind: 'history' } & Omit<LogHistory, 'path'>)

/** What the name of a stored file says; null if it does not belong to the log. */
export function readLogName(file: string): Named | null {
  const [, name, time, bytes, sha256] = STORED.exec(file) ?? []
  if (name === undefined || sha256 === undefined) return null
  const at = Number(time)
  if (name.endsWith('.history')) {
    return { kind: 'history', name, timeline: Number.parseInt(name.slice(0, 8), 16), at, sha256 }
  }
  return { kind: 'segment', name, ...readSegmentName(name), until: at, sha256, bytes: Number(bytes) }
}
