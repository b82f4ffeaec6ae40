import { Button } from '@mantine/core'
import type { Algorithm, CarriedIndicator } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { carriedIndicatorsQuery } from '../../entities/algorithms/algorithm-queries.ts'
import type { ScriptDraft } from './use-script-draft.ts'

interface IndicatorBannersProps {
  readonly algorithm: Algorithm
  readonly draft: ScriptDraft
  /** Saves the text with a message, also if it is that of the version. */
  readonly onSave: (message: string) => void
}

const list = new Intl.ListFormat('en-US')

/**
 * A version runs with the copies of custom indicators that it was saved with. Says when the user's indicators are others
 * now, because its results would surprise somebody who has just changed them.
 */
export function IndicatorBanners({ algorithm, draft, onSave }: IndicatorBannersProps): ReactElement | null {
  const { base, isDirty, isSaving } = draft
  const { data: carried = [] } = useQuery({
    ...carriedIndicatorsQuery(algorithm.id, base?.id ?? ''),
    enabled: base !== null && base.indicators.length > 0,
  })
  if (base === null) return null
  const changed = carried.filter(({ state }) => state === 'changed').map(({ key }) => key)
  const named = carried.filter(({ key }) => draft.text.includes(key))
  const { displayVersionNo } = base
  return (
    <>
      {changed.length === 0 ? null : (
        <Banner tone="warn" text={changedText(changed, displayVersionNo, isDirty)}>
          {isDirty ? null : (
            <Button
              size="compact-sm"
              variant="default"
              loading={isSaving}
              // Many keys would be longer than a commit message can be.
              onClick={() => onSave(`Use the changed ${changed.length === 1 ? changed[0] : 'indicators'}`)}
            >
              Save with the new {changed.length === 1 ? 'one' : 'ones'}
            </Button>
          )}
        </Banner>
      )}
      {named.map((one) => {
        if (one.state === 'other')
          return <Banner key={one.key} tone="warn" text={otherText(one.key, displayVersionNo)} />
        return one.state === 'renamed' ? (
          <Banner key={one.key} tone="warn" text={renamedText(one, displayVersionNo)} />
        ) : null
      })}
    </>
  )
}

function changedText(keys: readonly string[], version: string, isDirty: boolean): string {
  const isOne = keys.length === 1
  const subject = isOne ? `Indicator ${keys[0]} has` : `Indicators ${list.format(keys)} have`
  const text = `${subject} changed since ${version} was saved. ${version} still runs with the old ${isOne ? 'one' : 'ones'}.`
  return isDirty ? `${text} Saving uses the new ${isOne ? 'one' : 'ones'}.` : text
}

const otherText = (key: string, version: string): string =>
  `${version} carries an indicator ${key} that is not yours. Saving replaces it with yours; give yours another key to keep it.`

const renamedText = ({ key, ownKey }: CarriedIndicator, version: string): string =>
  `Indicator ${key} is called ${ownKey} now. ${version}, and every version that still calls it ${key}, keeps the old copy.`
