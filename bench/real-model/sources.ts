/** Short sources with quotes, figures and names, written for this benchmark. */
export const sources: Readonly<Record<string, string>> = {
  news: [
    'The town of Harrow Bay will close its only swimming pool on 1 June, the council decided on Monday by seven votes to four.',
    'Repairs to the roof would cost 2.3 million dollars, more than the town spends on all its parks in a year, said the treasurer, Colin Marsh.',
    '“We looked for every other way, and there was none,” said Mayor Edith Lowe. She called it the hardest vote of her nine years in office.',
    'About 400 children learn to swim in the pool each year. Their parents collected 1,900 signatures against the closure.',
    'Councilor Ravi Anand, who voted against it, said: “A town by the sea that does not teach its children to swim will regret it.”',
    'The council will look for a partner to build a new pool and wants to report in October. What happens to the eleven employees is not known.',
  ].join('\n\n'),
  letter: [
    'Dear neighbors,',
    'The lift in our building has to be replaced, because parts for the old one are no longer made. The work begins on 4 September and takes about five weeks.',
    'During this time only the stairs can be used. Whoever needs help with shopping or a pram can call the caretaker, Mr. Oduya, between 8 and 10 in the morning.',
    'The new lift costs 96,000 euros. The reserve covers two thirds; the rest is shared by all 24 flats and falls due on 1 December.',
    'Please tell us by 20 August if you have an appointment that cannot be moved. “Nobody will be left upstairs,” as Mr. Oduya put it.',
    'Kind regards, Martha Quist, for the management',
  ].join('\n\n'),
}
