import type { WorkspacePackage } from '../workspace/read-packages.ts'
import type { ImportStatement, SourceFile, Violation } from './read-sources.ts'

/** Imports between packages that go up or sideways, into an app, or violate the package's own declaration. */
export function checkFloors(files: readonly SourceFile[], packages: readonly WorkspacePackage[]): Violation[] {
  const byName = new Map(packages.map((one) => [one.name, one]))
  return [
    ...packages.flatMap((one) => checkManifest(one)),
    ...files.flatMap((file) =>
      file.imports.flatMap((statement) => {
        const why = judge(file, statement, byName)
        return why === null ? [] : [{ file: file.path, imports: statement.specifier, why }]
      }),
    ),
  ]
}

function checkManifest({ folder, kind, floor, isForTests }: WorkspacePackage): Violation[] {
  if (kind !== 'package' || floor !== null || isForTests) return []
  return [{ file: `${folder}/package.json`, imports: '', why: 'names no floor: "tradeloom": { "floor": 1 }' }]
}

function judge(
  { owner, isTest }: SourceFile,
  { specifier }: ImportStatement,
  byName: ReadonlyMap<string, WorkspacePackage>,
): string | null {
  const name = /^@tradeloom\/([a-z-]+)/.exec(specifier)?.[1]
  if (name === undefined)
    return owner.isPure && !isTest && specifier.startsWith('node:') ? `${owner.name} is pure: no Node` : null
  const target = byName.get(name)
  if (target === undefined) return `there is no package ${name}`
  if (target.kind !== 'package') return `nothing imports ${target.folder}`
  if (isTest) return null
  if (target.isForTests) return `${name} is for tests only`
  if (owner.kind === 'app')
    return owner.name === 'web' && !target.isForBrowser ? `${name} is not for the browser` : null
  if (owner.avoids.includes(name)) return `${owner.name} must not know ${name}`
  // A package without a floor is reported once, by its manifest.
  if (owner.floor === null || target.floor === null || target.floor < owner.floor) return null
  return `${owner.name} (floor ${owner.floor}) may not use ${name} (floor ${target.floor})`
}
