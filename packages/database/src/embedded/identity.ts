import { spawnSync } from 'node:child_process'

/** The user as which PostgreSQL runs when Tradeloom runs as root, which PostgreSQL refuses: nobody. */
export interface Identity {
  readonly uid: number
  readonly gid: number
}

const NOBODY = 65534

/** Null when PostgreSQL can run as the user who started Tradeloom. */
export function databaseIdentity(): Identity | null {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null
}

/** Whether that user may make files in a folder, asked of the system itself rather than worked out of modes. */
export function canWrite(folder: string, identity: Identity | null): boolean {
  const script = 'test -d "$1" && test -w "$1" && test -x "$1"'
  return spawnSync('/bin/sh', ['-c', script, 'sh', folder], { ...identity, cwd: '/' }).status === 0
}
