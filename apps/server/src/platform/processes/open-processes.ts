import type { RequestProcessDefinition } from './process-definition.ts'
import { RequestProcess } from './request-process.ts'

type Definitions = Readonly<Record<string, RequestProcessDefinition<never, unknown, never>>>

type Opened<All> = {
  readonly [Name in keyof All]: All[Name] extends RequestProcessDefinition<infer Request, infer Answer, infer Progress>
    ? RequestProcess<Request, Answer, Progress>
    : never
}

/** The processes of a server, by name. None of them runs before it is asked. */
export function openProcesses<const All extends Definitions>(
  definitions: All,
): Opened<All> & { readonly stopAll: () => Promise<void> } {
  const opened = Object.entries(definitions).map(
    ([name, definition]) => [name, new RequestProcess<never, unknown, never>(definition)] as const,
  )
  const stopAll = async (): Promise<void> => {
    await Promise.all(opened.map(([, one]) => one.stop()))
  }
  return { ...(Object.fromEntries(opened) as unknown as Opened<All>), stopAll }
}
