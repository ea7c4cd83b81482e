/** A sample text of a few paragraphs, about 2,000 characters: within the free plan's limit. */
export const tidePools = `The tide pools below the lighthouse at Carrow were counted for the first time in 1962. A schoolteacher named Edith Vance walked out at low water with two buckets and a notebook, and wrote down everything she could name. Her list held forty-one species.

The count has been repeated every ten years since, always in the last week of May, always by volunteers. The method has hardly changed: twelve pools, two hours, one notebook for each pool. What has changed is the list. In 1992 the volunteers found fifty-three species. In 2022 they found thirty-eight.

Marine biologists at the county museum see two causes. The first is heat. The mean temperature of the water in the pools at low tide has risen by 1.9 degrees since the first count, and several cold-water snails have moved north. The second is trampling. A path built in 1998 brought visitors, and the pools nearest to the path have lost twice as many species as the pools that take a climb to reach.

The museum does not want to close the path. It pays instead for a warden, who stands at the last bend in the summer holidays and shows children how to look into a pool without stepping into it. In the three years since the warden began, the nearest pools have gained four species back.

Nothing can be done about the heat from Carrow. The volunteers have decided to count anyway, and to count more often. From next year the pools will be walked every second May, because a change that happens between two counts is a change that nobody saw. Edith Vance's notebook lies under glass in the museum. Its first line reads: begin at the bottom, where the water is.`
