// Plain JavaScript without dependencies: it runs before every command of the terminal, on any Node from 18 on, and
// compiling TypeScript would take longer than all that it does.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A source written at this distance before a build began may have been read in an older version. */
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
    // Whoever may not write here reads the contents each time.
  }
  return stamp
}

export function writeStamp(file, paths, { since, ...facts }) {
  const files = paths.map((path) => {
    const [, size, time] = stateOf(path)
    return [path, size, time < since - CLOCK_MS ? time : 0]
  })
  // With an unknown source, equal contents prove nothing.
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
