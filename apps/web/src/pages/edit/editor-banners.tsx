import { Button } from '@mantine/core'
import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { formatLocalMinute } from '../../ui/format.ts'
import { versionQuery, versionsQuery } from '../../entities/algorithms/algorithm-queries.ts'
import type { Compared } from './compare-dialog.tsx'
import { IndicatorBanners } from './indicator-banners.tsx'
import { useOtherTabs } from './tab-presence.ts'
import type { ScriptDraft } from './use-script-draft.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const CompareDialog = lazyPart(async () => (await import('./compare-dialog.tsx')).CompareDialog)

interface EditorBannersProps {
  readonly algorithm: Algorithm
  readonly draft: ScriptDraft
  readonly onDraftEnd: () => void
  /** Saves the text with a message, also if it is that of the version. */
  readonly onSave: (message: string) => void
}

/** `10:42`, with the date on other days: the user's own clock. */
function clockTime(time: number): string {
  const [then, now] = [formatLocalMinute(time), formatLocalMinute(Date.now())]
  return then.slice(0, 10) === now.slice(0, 10) ? then.slice(11) : then
}

/** What the user should know about the text: it was restored, or somebody else works on the same algorithm. */
export function EditorBanners({ algorithm, draft, onDraftEnd, onSave }: EditorBannersProps): ReactElement | null {
  const client = useQueryClient()
  const [compared, setCompared] = useState<Compared | null>(null)
  const { base, text, restored, isDirty, seen } = draft
  const isOpenElsewhere = useOtherTabs(algorithm.readOnly ? null : `algorithm/${algorithm.id}`, () => {
    void client.invalidateQueries({ queryKey: ['versions', algorithm.id] })
    void client.invalidateQueries({ queryKey: ['algorithm', algorithm.id] })
  })
  const newest = useQuery(versionsQuery(algorithm)).data?.[0]
  const newer = newest !== undefined && isDirty && newest.versionNo > seen.versionNo ? newest : null
  if (algorithm.readOnly) return null

  const discard = (to: AlgorithmVersion | null): void => {
    draft.discard(to)
    onDraftEnd()
  }
  const load = async (): Promise<void> => {
    if (newer !== null) discard(await client.fetchQuery(versionQuery(algorithm, newer.id)))
  }
  const compareWith = (version: { readonly id: string; readonly displayVersionNo: string }): void =>
    setCompared({ versionId: version.id, label: version.displayVersionNo, text })
  return (
    <>
      {newer === null ? null : (
        <Banner tone="warn" text={`${newer.displayVersionNo} was saved in another tab or browser.`}>
          <Button size="compact-sm" variant="default" onClick={() => compareWith(newer)}>
            Compare
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => void load()}>
            Load it
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => draft.keepMine(newer)}>
            Keep mine
          </Button>
        </Banner>
      )}
      <IndicatorBanners algorithm={algorithm} draft={draft} onSave={onSave} />
      {isOpenElsewhere ? <Banner text="This algorithm is also open in another tab." /> : null}
      {restored === null || !isDirty ? null : (
        <Banner text={`Unsaved draft of ${clockTime(restored)} restored`}>
          {base === null ? null : (
            <Button size="compact-sm" variant="default" onClick={() => compareWith(base)}>
              Compare
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => discard(base)}>
            Discard
          </Button>
        </Banner>
      )}
      <CompareDialog
        algorithm={algorithm}
        compared={compared}
        isOpen={compared !== null}
        onClose={() => setCompared(null)}
      />
    </>
  )
}
