import { lazy, type ReactElement, Suspense } from 'react'
import { START_CARD } from '../../../entities/settings/start-card.ts'
import { useSetting } from '../../../entities/settings/use-setting.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { useLeftList } from '../../../ui/left-list-state.ts'
import { loadModule } from '../../../ui/load-module.ts'
import { NewAlgorithmButton } from '../new-algorithm-button.tsx'
import classes from './algorithm-list.module.css'
import { OwnAlgorithms } from './own-algorithms.tsx'
import { SharedAlgorithms } from './shared-algorithms.tsx'
import page from '../../../ui/page.module.css'

const StartCard = lazy(async () => ({
  default: (await loadModule(() => import('./start-card.tsx'))).StartCard,
}))

export function AlgorithmsPage(): ReactElement {
  // The list beside the page shows the user's own algorithms, too.
  const isListed = useLeftList() === 'open'
  const isSignedIn = Boolean(useUser())
  const [startCard, setStartCard] = useSetting(START_CARD)
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Algorithms</h1>
        {isListed ? (
          <div className={page['actions']}>
            <NewAlgorithmButton />
          </div>
        ) : null}
      </div>
      {isSignedIn && startCard === 'open' ? (
        <div className={classes['start']}>
          <Suspense>
            <StartCard onClose={() => setStartCard('closed')} />
          </Suspense>
        </div>
      ) : null}
      <div className={classes['page']} data-single={isListed || undefined}>
        {isListed ? null : <OwnAlgorithms />}
        <SharedAlgorithms />
      </div>
    </div>
  )
}
