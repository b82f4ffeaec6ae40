import { type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react'
import { useMounted } from '@mantine/hooks'
import { loadModule } from './load-module.ts'

/**
 * A component that is loaded when it is first wanted, and then stays: for dialogs, which most visits never open and
 * which close smoothly. It opens a moment after it was mounted, so that it notes where the focus was.
 */
export function lazyPart<Props extends { readonly isOpen: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactElement | null {
  const Part = lazy(async () => ({ default: withLateOpening(await loadModule(load)) }))
  return function LazyPart(props) {
    const [isWanted, setWanted] = useState(props.isOpen)
    if (props.isOpen && !isWanted) setWanted(true)
    if (!isWanted) return null
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

function withLateOpening<Props extends { readonly isOpen: boolean }>(Component: ComponentType<Props>) {
  return function Late(props: Props): ReactElement {
    const isMounted = useMounted()
    return <Component {...props} isOpen={props.isOpen && isMounted} />
  }
}
