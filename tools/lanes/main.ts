// Prints the lane that CI runs for a push: `fast` or `full`.
import { join } from 'node:path'
import { changedFiles } from './changed-files.ts'
import { laneOfChange } from './lane-of-change.ts'

const root = join(import.meta.dirname, '..', '..')
console.log(laneOfChange(changedFiles(root, process.env['CI_BASE'])))
