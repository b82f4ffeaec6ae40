export function programsFolder(root: string): string

/** The file of what a program's bundle was made from. */
export function programStamp(root: string, name: string): string

/** The entry of a program's bundle if it was made from the sources as they are now, otherwise null. */
export function freshProgram(root: string, name: string): string | null
