/** Names to invent people from: common ones, put together by chance. */
export type NameList = { families: readonly string[]; women: readonly string[]; men: readonly string[]; towns: readonly string[] }

const list = (families: string, women: string, men: string, towns: string): NameList => ({
  families: families.split(' '),
  women: women.split(' '),
  men: men.split(' '),
  towns: towns.split(' '),
})

export const NAMES = {
  english: list(
    "Montague Whitlock O'Hara Pemberton Ashworth Quigley Blackwood Fairfax McAllister Hargreaves Jennings Vaughan Wickham Yarrow Silva",
    'Olivia Imogen Beatrice Jemima Winifred Florence Zoe Quinn Hazel Rosalind',
    'Oscar Rupert Jasper Felix Hugo Victor Quentin Maxwell Duncan Wyatt',
    'LEEDS BRISTOL EXETER DURHAM YORK',
  ),
  french: list(
    'Lefèvre Béranger Garçon Desprès Fournier Vasseur Quéméneur Jacquet Lécuyer Noël Thibault Mâcon Delahaye Œillet Wagnon',
    'Hélène Zoé Françoise Maëlle Agnès Océane Inès Joséphine Camille Béatrice',
    'François Jérôme Loïc Gaël Étienne Jacques Benoît Thaddée Maxime Yves',
    'LYON NANTES AMIENS ROUEN BREST',
  ),
  spanish: list(
    'Núñez Ibáñez Quiroga Zúñiga Velázquez Ordóñez Castañeda Güiraldes Peñalver Muñoz Figueroa Jiménez Silva Ochoa Baquero',
    'Begoña Inés Pilar Ximena Rocío Jimena Macarena Yolanda Belén Zulema',
    'Íñigo Joaquín Gonzalo Agustín Óscar Matías Fermín Julián Rubén Vicente',
    'SEVILLA BURGOS LUGO ZAMORA TOLEDO',
  ),
  german: list(
    'Müller Größing Jäger Königsmann Weiß Schönfeld Brückner Höfler Vogelsang Quandt Zöllner Kühnel Rößler Übelacker Dietz',
    'Jördis Käthe Ulrike Franziska Gisela Wiebke Anneliese Mareike Solveig Brunhild',
    'Jürgen Günther Wolfgang Björn Götz Matthias Jörg Quirin Volker Friedrich',
    'KÖLN JENA ULM LÜBECK FULDA',
  ),
  polish: list(
    'Żółkiewski Gąsiorowska Wiśniewski Łęcka Brzęczyszczykiewicz Świątek Grzegorczyk Dąbek Ćwiklińska Jaźwiński Kołodziej Pączek Wróbel Zając',
    'Małgorzata Bożena Łucja Grażyna Żaneta Agnieszka Jadwiga Zofia Weronika Halina',
    'Sławomir Zdzisław Krzysztof Łukasz Grzegorz Wawrzyniec Bogusław Jędrzej Mieszko Zbigniew',
    'ŁÓDŹ KRAKÓW TORUŃ RADOM GDYNIA',
  ),
  hungarian: list(
    'Szőke Győrffy Kővári Nagyváradi Hegedűs Füzesi Pásztor Bódi Cseh Zsigmond Vörös Juhász Lőrinc Gáspár Tűzkő',
    'Zsófia Ágnes Ildikó Gyöngyi Emőke Réka Katalin Orsolya Piroska Villő',
    'Gergő Zoltán Ákos Győző Bálint Ödön Mátyás Jenő Szilárd Vazul',
    'GYŐR PÉCS EGER SZEGED VÁC',
  ),
  portuguese: list(
    'Conceição Magalhães Simões Gonçalves Brandão Quintão Araújo Vilhena Guimarães Falcão Xavier Lourenço Silva Bragança Peixoto',
    'Leonor Conceição Inês Beatriz Graça Filipa Joana Luísa Matilde Vitória',
    'João Duarte Gonçalo Simão Tomé Afonso Jorge Estêvão Henrique Xavier',
    'ÉVORA FARO BRAGA LEIRIA VISEU',
  ),
  italian: list(
    "D'Angelo Bevilacqua Quaglia Zanchetta Fumagalli Ricciò Guidotti Mezzogiorno Pellegrino Vezzosi Scalfaro Brambilla Chinnici Niccolò",
    'Giulia Ginevra Fiammetta Chiara Loredana Beatrice Viola Zita Fulvia Marzia',
    'Giosuè Niccolò Fabrizio Matteo Ugo Vincenzo Guglielmo Ezio Luca Zeno',
    'LUCCA FORLÌ MATERA UDINE AOSTA',
  ),
  dutch: list(
    'Vermeulen Dijkgraaf Kuijpers Hoogeveen Zijlstra Quist Wijnands Buitenhuis Oosterhof Veldkamp Brouwer Sijbesma Jansma Goudsmit',
    'Fleur Marijke Wilhelmina Noor Femke Geertruida Jacoba Yfke Zwaantje Loes',
    'Joost Wouter Diederik Gijs Maarten Siebe Thijs Floris Quinten Volkert',
    'GOUDA BREDA ZWOLLE DELFT UTRECHT',
  ),
  czech: list(
    'Dvořáková Řezníček Šťastný Kučera Zdeněk Ježková Novotný Příhoda Čapek Hruška Vlček Krejčí Žižka Blažek',
    'Zdeňka Růžena Květa Jiřina Božena Alžběta Ludmila Vlasta Šárka Hana',
    'Jiří Ondřej Zdeněk Vojtěch Břetislav Kryštof Matěj Řehoř Bohuš Dalibor',
    'BRNO ZLÍN PLZEŇ TÁBOR PÍSEK',
  ),
  nordic: list(
    'Sjögren Ångström Bjørnstad Østergaard Lindqvist Hägglund Ødegård Mäkelä Nykänen Kjær Wallström Yrjölä Grønvold Åkesson Virtanen',
    'Åsa Ingrid Maj Sølvi Päivi Kjersti Yrsa Gunilla Tuulikki Märta',
    'Björn Åke Søren Jörgen Yngve Väinö Håkon Gösta Øystein Jyrki',
    'UMEÅ TURKU ODENSE MALMÖ VISBY',
  ),
  romanian: list(
    'Țepeș Brâncoveanu Ștefănescu Mușat Drăgulescu Văcărescu Gheorghiu Zamfirescu Cârstea Prună Bălan Jianu Filotti',
    'Ioana Ștefania Mădălina Zamfira Viorica Brândușa Catrinel Georgeta Florența Ilinca',
    'Ștefan Mihăiță Răzvan Vlad Cătălin Horațiu Gheorghe Zaharia Traian Ionuț',
    'SIBIU IAȘI BRAȘOV ARAD DEVA',
  ),
  turkish: list(
    'Yılmaz Öztürk Çağlayan Şahin Güneş Kılıç Büyükbaş Işık Doğan Ünver Gökçe Zeybek Hacıoğlu Dağdelen',
    'Ayşe Çiğdem Gülşen Özlem Şule Zeynep Nilüfer Ülkü Feride Yağmur',
    'Oğuz Çağatay Ümit Gökhan Şükrü İsmail Burak Uğur Özgür Volkan',
    'IZMIR BURSA KONYA EDIRNE SIVAS',
  ),
  croatian: list(
    'Đurđević Šimić Čačić Žganjer Babić Kršnjavi Hrvatin Vučković Jelačić Zrinski Matošec Grgić Lončar',
    'Željka Đurđica Snježana Višnja Zrinka Jasna Vesna Nevenka Ljubica Dubravka',
    'Željko Đuro Krešimir Zvonimir Hrvoje Siniša Vjekoslav Branimir Josip Grgur',
    'SPLIT ZADAR OSIJEK SISAK PULA',
  ),
} as const satisfies Record<string, NameList>
