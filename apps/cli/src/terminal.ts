/** What a command writes to, and the status that it ends with. Tests hand in streams of their own. */
export class Terminal {
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean }
  /** 0 is success. */
  status = 0

  constructor(streams: Pick<Terminal, 'stdout' | 'stderr'>) {
    this.stdout = streams.stdout
    this.stderr = streams.stderr
  }

  /** Writes results: data, or a table for people. */
  out(text: string): void {
    this.stdout.write(text)
  }

  /** Writes everything else: reports, notes, errors. */
  err(text: string): void {
    this.stderr.write(text)
  }
}
