import { useSearch } from 'wouter/use-browser-location'

/**
 * The query of the address, for wouter's router. The router decodes what it is given, and whoever reads it as parameters
 * decodes it once more: somebody who looks for "%41" would find "A", and an address that was handed over would lead
 * elsewhere. So it gets it encoded once more than it stands there.
 */
const useSearchAsItStands: typeof useSearch = (options) => useSearch(options).replaceAll('%', '%25')

export { useSearchAsItStands as searchHook }
