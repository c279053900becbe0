import { foldTitle, toWords } from './fold-title.ts';

/** Given names that no family name is likely to be. */
export const givenNames: ReadonlySet<string> = new Set(
  toWords(
    foldTitle(
      `aaron abdul abdullah abigail abraham adam adele adrian agnes ahmed alan albert alberto alejandro
alessandro alex alexander alexandra alfonso alfred alfredo ali alice alison allan allen allison
amanda amelia amit amy ana anand anders andre andrea andreas andrei andrew angela anil anita ann anna
annabelle anne annette anthony antoine anton antonia antonio arlene arne arnold arthur arturo arun
ashley ashok astrid audrey axel barbara barry beatrice beatriz becky ben benedict benito benjamin
bernard bernd bernhard bertrand beth bettina betty beverly bill birgit bjorn bob boris brad bradley
brandon brenda brent brian brigitte bruce bryan burkhard caitlin calvin carl carla carlos carmen
carol carole caroline carolyn carsten catherine cathy cecilia cesar chad charles charlotte cheryl
chris christa christian christiane christina christine christoph christopher chuck claire clara
claude claudia clemens clifford clive colin connie corinne cristina curtis cynthia damian dan dana
daniel daniela darrell darren dave david deborah debra deepak denise dennis derek detlef diana diane
diego dieter dirk dolores dominique don donald donna dora doris dorothy doug douglas duane dustin
dwight earl eberhard eckhard eddie edgar edith eduardo edward edwin eileen elaine eleanor elena elias
elisabeth elizabeth ellen emil emilio emily emma enrique eric erica erich erik erika ernest ernesto
ernst erwin esther ethan eugene eva evan evelyn ewan fabian fatima federico felix fernando florian
frances francesco francis francisco frank franz fred freda frederic frederick friedrich fritz gabriel
gabriela gail garth gary gavin gene geoffrey georg george georges georgia gerald gerard gerd gerhard
gerhardt gertrude gideon gilbert giovanni giuseppe glenn gloria grace graham greg gregor gregory
guillermo gunter gustav guy gwen hal hannah hans hans-peter harald harold harriet harry hartmut
hassan hazel heather hector heidi heike heinrich heinz helen helene helga helmut henri henry hermann
hilary hilda hisham holger holly horst howard hubert hugh hugo ian ibrahim ignacio igor ines ingo
ingrid irene iris irwin isaac isabel isabella ivan jack jackie jacob jacques jaime jake james jamie
jan jane janet janice jared jasmine jason javier jay jean jean-paul jeanne jeff jeffery jeffrey
jennifer jenny jeremy jerome jerry jesse jessica jill jillian jim joachim joan joanna joanne jochen
joe joel joerg johann johanna johannes john jonas jonathan jorg jorge jose josef josefina joseph
joshua joyce juan judith judy juergen julia julian julie julio jurgen justin kai kara karen karim
karin karl karl-heinz kate katherine kathleen kathryn kathy katja katsuhiko kay keith kelly ken
kenneth kevin khaled khalid kim kirk klara klaus kristen kristin kristina kurt kyle lance larry lars
laura lauren lawrence layla lea leigh lena leo leon leonard leroy leslie li lillian linda linus lisa
lois lorenzo lorraine lothar lou louis louisa louise luc lucia lucy ludwig luis lydia lynn mabel
madeleine maggie mahmoud malcolm manfred manuel marc marcel marcia marco marcus margaret margarita
margit maria maria-jose marianne mariano marie marilyn mario marion marjorie mark markus marta martha
martin martina marvin mary mathias matt matthew matthias maureen maurice max maximilian megan melanie
melissa mercedes mia michael michel miguel mike mikhail milton ming mitchell mohamed monica monika
moritz muhammad mustafa myra nadia nadine nancy natalie natasha nathan neal neil nicholas nick nicola
nicolas nicole niklas nils nina noah noel nora norbert norma oliver olivia omar oscar otto pablo pam
pamela pascal pat patricia patrick paul pauline pedro peggy penelope peter petra phil philip philipp
philippe phyllis pierre priya rachel rafael rainer raj rajesh rakesh ralf ralph ramesh ramon randall
randolph raul ravi ray raymond rebecca regina reinhard reinhold renate rene ricardo richard rick rita
rob robert roberta roberto robin rodney rodrigo roger roland rolf ron ronald rosa rosemary ross roy
rudiger rudolf ruth ryan sabine sally salvador samantha sami samir samuel sandra sanjay sara sarah
satish scott sean sebastian sergio seth sharon shawn sheila sheldon shirley sidney siegfried simon
sofia sonia sophia sophie stacey stanley stefan stefanie stephanie stephen steve steven stuart sue
sunil suresh susan susanne suzanne sven sylvia tamara tanya tarek ted teresa terry tess theodor
theodore theresa thomas thorsten tiffany timothy tina todd tom tony torsten tracy travis trevor troy
tyler udo ulrich ulrike ursula ute valerie vanessa vera vernon veronica vicki vicky victor victoria
vijay viktor vincent virginia vivian volker walter walther warren wayne wei wendy werner wilfried
wilhelm willi william wolfgang wolfram yolanda youssef yusuf yves yvonne ابراهيم احمد جمال جون حسن
حسين خالد سامي سعيد سمير صالح طارق عبدالله علي عمر فؤاد فاطمه كريم ليلى محمد محمود مصطفى نادية يوسف`,
    ),
  ),
);
