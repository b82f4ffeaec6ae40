// Plain JavaScript without dependencies: it runs before every terminal command, on Node 18 or later, and compiling
// TypeScript would take longer than the work itself.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The build may have read an older version of a source written within this time before it started. */
const CLOCK_MS = 50

export function currentStamp(file) {
  const stamp = readStamp(file)
  if (stamp === null) return null
  if (stamp.files.every((state) => isUnchanged(state))) return stamp
  const paths = stamp.files.map(([path]) => path)
  if (stamp.hash === '' || contentHash(paths) !== stamp.hash) return null
  try {
    write(file, { ...stamp, files: paths.map((path) => stateOf(path)) })
  } catch {
    // Without write access, the contents are read each time.
  }
  return stamp
}

export function writeStamp(file, paths, { since, ...facts }) {
  const files = paths.map((path) => {
    const [, size, time] = stateOf(path)
    return [path, size, time < since - CLOCK_MS ? time : 0]
  })
  // If a source is unknown, equal contents prove nothing.
  const hash = files.some(([, , time]) => time === 0) ? '' : contentHash(paths)
  write(file, { ...facts, hash, files })
}

export function everythingBelow(path) {
  const state = statSync(path, { throwIfNoEntry: false })
  if (state === undefined) return []
  if (!state.isDirectory()) return [path]
  return [path, ...namesIn(path).flatMap((name) => everythingBelow(`${path}/${name}`))]
}

function contentHash(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const state = statSync(path, { throwIfNoEntry: false })
    if (state === undefined) return ''
    hash.update(`\n${path}\n`)
    hash.update(state.isDirectory() ? namesIn(path).join('\n') : readFileSync(path))
  }
  return hash.digest('hex')
}

function namesIn(folder) {
  return readdirSync(folder).sort()
}

function write(file, stamp) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(stamp))
  renameSync(`${file}.${process.pid}`, file)
}

function stateOf(path) {
  const { size, mtimeMs } = statSync(path)
  return [path, size, mtimeMs]
}

function isUnchanged([path, size, mtimeMs]) {
  const state = statSync(path, { throwIfNoEntry: false })
  return state !== undefined && state.size === size && state.mtimeMs === mtimeMs
}

function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
