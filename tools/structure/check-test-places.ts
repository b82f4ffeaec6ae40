import type { SourceFile, Violation } from './read-sources.ts'

const SERVER = /^apps\/server\/src\//
const AT_THE_ROOT = /^apps\/server\/src\/[^/]+\.(?:test|fixture)\.ts$/

/** Tests of the server that lie at its root, where nobody who changes a feature finds them. */
export function checkTestPlaces(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => AT_THE_ROOT.test(path))
    .map(({ path }) => ({
      file: path,
      imports: path.replace(SERVER, ''),
      why: 'server tests stand beside their feature',
    }))
}
