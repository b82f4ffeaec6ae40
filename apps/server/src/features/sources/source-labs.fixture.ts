import { SOURCES } from '@tradeloom/market-data/sources'
import { findFake, type SourceFake, type SourceLab, startSourceLab } from '@tradeloom/venue-lab/sources'

export interface SourceLabs {
  /** What a server needs to reach them. */
  readonly env: Record<string, string>
  lab(name: string): SourceLab
  fake(name: string): SourceFake
  stop(): Promise<void>
}

/** A stand-in for each provider. */
export async function startSourceLabs(): Promise<SourceLabs> {
  const labs = new Map<string, SourceLab>()
  const fakes = new Map<string, SourceFake>()
  const urls: Record<string, string> = {}
  for (const { name, url } of SOURCES) {
    const fake = await findFake(name)
    const lab = await startSourceLab(fake)
    urls[name] = lab.url + new URL(url).pathname.slice(1)
    labs.set(name, lab)
    fakes.set(name, fake)
  }
  const found = <Thing>(things: ReadonlyMap<string, Thing>, name: string): Thing => {
    const thing = things.get(name)
    if (!thing) throw new Error(`${name} has no stand-in`)
    return thing
  }
  return {
    env: { TRADELOOM_SOURCE_URLS: JSON.stringify(urls) },
    lab: (name) => found(labs, name),
    fake: (name) => found(fakes, name),
    stop: async () => void (await Promise.all([...labs.values()].map((lab) => lab.stop()))),
  }
}
