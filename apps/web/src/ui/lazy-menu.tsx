import {
  cloneElement,
  type ComponentType,
  lazy,
  type ReactElement,
  type Ref,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { loadModule } from './load-module.ts'

interface MenuButtonProps {
  ref?: Ref<HTMLButtonElement>
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
  onClick?: () => void
}

/** What a menu that is loaded on demand gets besides its own properties. */
export interface LazyMenuProps {
  /** Opens the menu; to be its target. */
  readonly button: ReactElement<MenuButtonProps>
  readonly isOpen: boolean
  readonly onChange: (isOpen: boolean) => void
}

/** A menu whose code is loaded when it is first opened; until then there is only its button. */
export function lazyMenu<Props extends LazyMenuProps>(
  load: () => Promise<ComponentType<Props>>,
  popup: 'menu' | 'dialog' = 'menu',
): (props: Props) => ReactElement {
  const LoadedMenu = lazy(async () => ({ default: withOpening(await loadModule(load)) }))
  return function LazyMenu(props) {
    const { button, isOpen, onChange } = props
    const [isWanted, setWanted] = useState(isOpen)
    if (isOpen && !isWanted) setWanted(true)
    const alone = cloneElement(button, {
      'aria-haspopup': popup,
      'aria-expanded': isOpen,
      onClick: () => onChange(true),
    })
    if (!isWanted) return alone
    return (
      <Suspense fallback={alone}>
        <LoadedMenu {...props} />
      </Suspense>
    )
  }
}

/** The button of the menu replaces the one that was clicked, takes the focus, and only then opens: that is where the focus returns to. */
function withOpening<Props extends LazyMenuProps>(Menu: ComponentType<Props>) {
  return function OpeningMenu(props: Props): ReactElement {
    const [isMounted, setMounted] = useState(false)
    const button = useRef<HTMLButtonElement>(null)
    useEffect(() => {
      button.current?.focus()
      setMounted(true)
    }, [])
    return <Menu {...props} isOpen={props.isOpen && isMounted} button={cloneElement(props.button, { ref: button })} />
  }
}
