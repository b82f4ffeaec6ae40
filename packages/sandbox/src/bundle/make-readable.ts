import { chmod, mkdir } from 'node:fs/promises'

/** Makes a folder that is there also for runners, which may have another user id; one of a backup is its owner's alone. */
export async function makeReadable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  // Whoever may not change it has not restored it.
  await chmod(folder, 0o755).catch(() => undefined)
}
