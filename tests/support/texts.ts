/** A sample text of a few paragraphs, about 2,000 characters: within the free plan's limit. */
export const tidePools = `The tide pools below the lighthouse at Carrow were counted for the first time in 1962. A schoolteacher named Edith Vance walked out at low water with two buckets and a notebook, and wrote down everything she could name. Her list held forty-one species.

The count has been repeated every ten years since, always in the last week of May, always by volunteers. The method has hardly changed: twelve pools, two hours, one notebook for each pool. What has changed is the list. In 1992 the volunteers found fifty-three species. In 2022 they found thirty-eight.

Marine biologists at the county museum see two causes. The first is heat. The mean temperature of the water in the pools at low tide has risen by 1.9 degrees since the first count, and several cold-water snails have moved north. The second is trampling. A path built in 1998 brought visitors, and the pools nearest to the path have lost twice as many species as the pools that take a climb to reach.

The museum does not want to close the path. It pays instead for a warden, who stands at the last bend in the summer holidays and shows children how to look into a pool without stepping into it. In the three years since the warden began, the nearest pools have gained four species back.

Nothing can be done about the heat from Carrow. The volunteers have decided to count anyway, and to count more often. From next year the pools will be walked every second May, because a change that happens between two counts is a change that nobody saw. Edith Vance's notebook lies under glass in the museum. Its first line reads: begin at the bottom, where the water is.`

/** A report of our own, of about 1,100 words: long enough for an advanced summary. */
export const ferryReport = `The ferry between Hallin and the island of Skarn carried 212,000 passengers last year, the fewest since 1987. The county council has asked for a report on what the line costs, who uses it, and whether a bridge would be cheaper. This is a shortened version of that report, which the transport officer, Ingrid Falk, handed in on 4 March.

The line has run since 1921. The first boat was a converted herring drifter that took forty people and no cars. Cars came in 1958, when the present ramps were built, and with them the commuters: until then almost nobody lived on Skarn and worked in Hallin. In 1994, the best year on record, the two boats carried 388,000 passengers and 96,000 cars.

Since then the traffic has shrunk for three reasons. The fish factory on Skarn closed in 2003, and 140 people lost their work. The island's school was reduced to six classes in 2011, after which families with older children began to move away. And since 2020 about a third of the commuters work at home on two or three days a week. The officer expects the number of commuters to settle at the present level, but adds that she has no way to prove it.

The boats themselves are the larger worry. The Alma was built in 1979 and the Brage in 1983. Both have passed their inspections, but the engineers who inspected them in October wrote that the hull of the Alma has lost up to four millimeters of steel and that she should not be certified beyond 2028. Replacing the engine of the Brage would cost 2.6 million crowns and would make sense only if she ran for ten more years.

The line costs 31.4 million crowns a year. Crews take 14.9 million of that, fuel 7.2 million, maintenance 6.1 million, and the harbors the remaining 3.2 million. Fares bring in 11.8 million. The county pays the difference of 19.6 million, which is 92 crowns for each passenger. Ten years ago it paid 41 crowns.

Passengers were counted and questioned in two weeks, one in February and one in July. In February 71 percent of them were commuters or pupils, 12 percent were on their way to a doctor or an office, and 17 percent were visitors. In July visitors made up 58 percent. Of the 1,204 people who answered, 46 percent said that they would pay one fifth more if the last boat left at eleven in the evening rather than at half past eight. Islanders under thirty named the last boat more often than the fare.

The report compares four ways to go on. The first is to change nothing. It needs no decision now, but it ends in 2028 with one boat, because nobody will lend money for the Alma's hull. With one boat the line could offer seven crossings a day instead of fourteen, and none at all in the weeks when that boat is in the yard.

The second way is to buy one new electric ferry for 118 million crowns and to keep the Brage as a reserve. The state would pay 40 percent of the price under its program for quiet harbors, provided that the order is placed before the end of next year. Electricity would cost about 2.1 million crowns a year, less than a third of the fuel today. A crew of three instead of five would be enough on the new boat, and six of the thirty-one jobs would go as people retire. The yearly cost would fall to about 24 million crowns, loans included.

The third way is a bridge. A study from 2009 put its price at 640 million crowns. Ms. Falk has had the figure brought up to date: with today's prices it is 1.1 billion, and the ground on the Hallin side has turned out to be softer than was thought. The loans alone would cost 52 million crowns a year for forty years. A toll of 60 crowns would bring in at most 21 million, and the study assumes twice the traffic of today. The report calls the bridge possible but says that it cannot be paid for by those who would use it.

The fourth way is to let a private company run the line. Two companies were asked. One did not answer; the other, Nordsund Lines, would do it for 17 million crowns a year if the timetable were cut to nine crossings a day in winter and if the county supplied the boats. The officer points out that this saves 2.6 million crowns at most, and nothing at all once a new boat has to be bought.

Opinions on the island are divided. The shopkeepers' association wants the bridge and fears that the electric ferry would settle the question for thirty years. The parents' council asks above all for a late boat on weekdays, so that pupils can take part in sports in Hallin. Gunnar Rehn, who has steered the Brage for nineteen years, was blunter at the public meeting in January: "We can talk about bridges until the Alma sinks at the quay, and then we will talk about swimming." The crews' union accepts fewer jobs if nobody is dismissed.

The report recommends the second way. It asks the council to order the electric ferry by the end of November, so that the application for the state's money can still be corrected if something is missing. It also asks for a trial of a late boat on Thursdays and Fridays from September, which would cost 380,000 crowns for one season. Fares should stay as they are until the new boat runs; after that a rise of 8 percent is thought to be acceptable.

Some things remain open. Nobody knows whether the power line to the Skarn harbor can carry the load of fast charging; the network company has promised an answer by June. The price of the boat is an estimate from three shipyards and not an offer. The state's program may end early if its money is spent. And the report does not say what is to become of the Alma, whose sale would bring in little: the last boat of her kind was sold for scrap in 2022.

The council will discuss the report on 18 April and wants to decide in June. Ms. Falk was asked at the end of the meeting what she would do if the decision were hers alone. "I would buy the boat," she said, "and I would tell people honestly that there is no bridge in sight."`
