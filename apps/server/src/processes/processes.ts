// Every process that a server starts, one a line.
export { analysis } from './analysis/analysis.process.ts'
export { backups } from './backups/backups.process.ts'
export { fetches } from './fetches/fetches.process.ts'
export { imports } from './imports/imports.process.ts'
export { keys } from './keys/keys.process.ts'
export { luck } from './luck/luck.process.ts'
