import { specHash } from '@tradeloom/database'
import { ENGINE_VERSION, type SessionSpec } from '@tradeloom/engine'
import { BundleMissing, type SessionHost, type StartedSession } from '@tradeloom/sandbox'
import { SessionFailed } from './session-answers.ts'
import type { SessionRow } from './session-row.ts'
import type { SessionScript } from './session-script.ts'
import type { EngineInput } from './stored-input.ts'

/** On which a session begins; it stays there for this session when another one is installed. */
export async function installedEngine(host: Pick<SessionHost, 'bundle' | 'keep'>): Promise<EngineInput> {
  await host.keep()
  return { kind: 'ENGINE', bundle: host.bundle, version: ENGINE_VERSION }
}

/** @throws {SessionFailed} for what could do something else than the session has done so far. */
export async function startOn(
  engine: EngineInput | null,
  parts: {
    readonly host: Pick<SessionHost, 'start'>
    readonly row: SessionRow
    readonly script: SessionScript | null
    readonly spec: SessionSpec
  },
): Promise<StartedSession> {
  const { host, row, script, spec } = parts
  if (!script) throw new SessionFailed('The version of the algorithm was deleted')
  if (specHash(row.spec, script.scriptHash) !== row.specHash) {
    throw new SessionFailed(`Its settings or its script are no longer those that it was started with. ${MOVE_ON}`)
  }
  const { source, indicators } = script
  try {
    return await host.start({ source, indicators, spec, sendsOrders: true, bundle: engine?.bundle })
  } catch (error) {
    if (!(error instanceof BundleMissing) || engine === null) throw error
    const installed = engine.version === ENGINE_VERSION ? 'another build of it' : `engine ${ENGINE_VERSION}`
    throw new SessionFailed(
      `Engine ${engine.version}, on which it runs, is no longer in the data folder, and ${installed}, which is installed, ` +
        `may decide otherwise. ${MOVE_ON}`,
    )
  }
}

/** What is worth saying about the engine of a replay; empty if it is the installed one, as ever. */
export function replayedOn(
  engine: EngineInput | null,
  { host, row }: { readonly host: Pick<SessionHost, 'bundle'>; readonly row: SessionRow },
): string {
  if (engine !== null) return engine.bundle === host.bundle ? '' : `, on its own engine ${engine.version}`
  const { engineVersion } = row
  return engineVersion === ENGINE_VERSION ? '' : `, on engine ${ENGINE_VERSION} with the orders of ${engineVersion}`
}

const MOVE_ON = 'Its positions keep their stops; start the algorithm again to trade on'
