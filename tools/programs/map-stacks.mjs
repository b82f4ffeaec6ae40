import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const maps = new Map()

/**
 * Makes stack traces name the sources instead of the bundle in `folder`. Node could do so itself, but it parses every
 * source map when its code is loaded; here, a map is read when the first stack is printed.
 */
export function mapStacks(folder) {
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map((frame) => `    at ${mapped(String(frame), folder)}`)].join('\n')
}

function headOf(error) {
  try {
    return String(error)
  } catch {
    return 'Error'
  }
}

function mapped(frame, folder) {
  return frame.replace(/file:\/\/[^)]+\.js:\d+:\d+/, (place) => {
    const [, url = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? []
    const path = fileURLToPath(url)
    if (dirname(path) !== folder) return place
    const origin = mapOf(path)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!origin || !('originalSource' in origin)) return place
    return `${resolve(folder, origin.originalSource)}:${origin.originalLine + 1}:${origin.originalColumn + 1}`
  })
}

function mapOf(path) {
  if (!maps.has(path)) {
    try {
      maps.set(path, new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))))
    } catch {
      maps.set(path, null)
    }
  }
  return maps.get(path)
}
