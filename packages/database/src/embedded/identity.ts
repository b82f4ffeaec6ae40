import { spawnSync } from 'node:child_process'

/** PostgreSQL refuses to run as root, so it runs as this user (nobody) when Tradeloom runs as root. */
export interface Identity {
  readonly uid: number
  readonly gid: number
}

const NOBODY = 65534

/** Null if PostgreSQL can run as the user who started Tradeloom. */
export function databaseIdentity(): Identity | null {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null
}

/** Whether that user can create files in a folder, tested by trying instead of interpreting modes. */
export function canWrite(folder: string, identity: Identity | null): boolean {
  const script = 'test -d "$1" && test -w "$1" && test -x "$1"'
  return spawnSync('/bin/sh', ['-c', script, 'sh', folder], { ...identity, cwd: '/' }).status === 0
}
