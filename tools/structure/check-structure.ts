import { readPackages } from '../workspace/read-packages.ts'
import { type AllowedCircles, checkCircles } from './check-circles.ts'
import { checkFloors } from './check-floors.ts'
import { checkLiveParts } from './check-live-parts.ts'
import { checkRooms } from './check-rooms.ts'
import { checkTestPlaces } from './check-test-places.ts'
import { checkVault } from './check-vault.ts'
import { readSources, type Violation } from './read-sources.ts'

export interface StructureReport {
  readonly files: number
  readonly violations: readonly Violation[]
}

/** Reads all sources below `root` once and checks every rule of the layout. */
export function checkStructure(root: string, allowedCircles: AllowedCircles): StructureReport {
  const files = readSources(root)
  const violations = [
    ...checkFloors(files, readPackages(root)),
    ...checkCircles(files, allowedCircles),
    ...checkRooms(files),
    ...checkTestPlaces(files),
    ...checkVault(files),
    ...checkLiveParts(files),
  ]
  return { files: files.length, violations }
}
