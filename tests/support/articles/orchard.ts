/** Paragraphs about an orchard. */
export const orchard = [
  'The orchard on the north slope was planted in 1904, and its oldest trees still bear fruit in good years.',
  'Last winter the growers grafted forty young trees with wood from the old ones, which takes a steady hand.',
  'A late frost in May took half of the blossom, but the bees found the rest within a single warm morning.',
  'The cider press in the barn was repaired by two neighbors, who asked for nothing but a barrel in return.',
  'In October the village meets under the trees, and whoever brings a basket may fill it for free.',
]
