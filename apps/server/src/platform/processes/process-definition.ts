/** What a process may use. One that exceeds it is killed. */
export interface ProcessLimits {
  /** Of JavaScript objects; buffers are outside. */
  readonly heapMb: number
  /** Of everything, resident; only where /proc reports it. */
  readonly residentBytes?: number
  /** Time without a message while it works. */
  readonly silenceMs: number
}

/**
 * A process, by its folder: `main.ts` in it runs there, and this is what its owner knows of it. Never a thread: a thread whose
 * heap is full aborts the whole server more often than it ends alone.
 */
export interface ProcessDefinition {
  readonly name: string
  /** Its `main.ts`. */
  readonly entry: URL
  /** Gets a key over a pipe: arguments and environment of processes can be read by others. */
  readonly hasKeyPipe?: boolean
  readonly limits: ProcessLimits
}

/** A process that answers requests, and reports progress in between. */
export interface RequestProcessDefinition<Request, Answer, Progress = never> extends ProcessDefinition {
  /** Requests at the same time, each in its own process; others wait. */
  readonly atOnce: number
  /** How long it waits for another request before it ends; 0 if each request has a new process. */
  readonly idleMs: number
  /** Only for the compiler. */
  readonly types?: (request: Request, progress: Progress) => Answer
}

/** A process that runs as long as its owner, and exchanges commands and events with it. */
export interface ServiceDefinition<Command, Event> extends ProcessDefinition {
  /** The longest pause before it is started again, milliseconds; 30,000 if omitted. */
  readonly maxPauseMs?: number
  /** Only for the compiler. */
  readonly types?: (command: Command) => Event
}
