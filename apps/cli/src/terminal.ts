/** The output and exit status of a command. Tests pass their own streams. */
export class Terminal {
  /** `columns` is the width of a screen; a file or a pipe has none. */
  readonly stdout: NodeJS.WritableStream & { readonly columns?: number }
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean }
  /** 0 is success. */
  status = 0

  constructor(streams: Pick<Terminal, 'stdout' | 'stderr'>) {
    this.stdout = streams.stdout
    this.stderr = streams.stderr
  }

  /** Writes results: data, or a readable table. */
  out(text: string): void {
    this.stdout.write(text)
  }

  /** Writes everything else: reports, notes, errors. */
  err(text: string): void {
    this.stderr.write(text)
  }
}
