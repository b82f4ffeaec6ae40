import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { currentStamp } from '../stamp.mjs'

export function programsFolder(root) {
  return join(root, '.cache', 'programs')
}

export function programStamp(root, name) {
  return join(programsFolder(root), `${name}.json`)
}

export function freshProgram(root, name) {
  const stamp = currentStamp(programStamp(root, name))
  if (stamp === null || stamp.root !== root || stamp.node !== process.version) return null
  const entry = join(programsFolder(root), stamp.folder, `${name}.js`)
  return existsSync(entry) ? entry : null
}
