import { lazyPart } from './lazy-part.tsx'

/** A box beside an element, loaded when it is first opened: the code that positions it is a tenth of a page's. */
export const PopUp = lazyPart(async () => (await import('./pop-up-box.tsx')).PopUpBox)
