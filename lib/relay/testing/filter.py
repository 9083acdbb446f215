"""A filter over libmilter, as other people's are: decides by the subject, and writes down what it was told. Arguments: port, file."""

import json
import sys

import Milter


class Filter(Milter.Base):
    def connect(self, name, family, address):
        self.told = {"address": address[0] if address else None}
        return Milter.CONTINUE

    def hello(self, name):
        self.told["helo"] = name
        return Milter.CONTINUE

    def envfrom(self, address, *parameters):
        self.told.update({"from": address, "to": [], "head": [], "bytes": 0, "id": self.getsymval("i")})
        self.size = 0
        return Milter.CONTINUE

    def envrcpt(self, address, *parameters):
        self.told["to"].append(address)
        return Milter.CONTINUE

    @Milter.noreply
    def header(self, name, value):
        self.told["head"].append([name, value])
        return Milter.CONTINUE

    def eoh(self):
        subject = dict(self.told["head"]).get("Subject", "")
        if subject == "early":
            self.setreply("550", "5.7.1", "shop@sender.test is not wanted")
            return Milter.REJECT
        return Milter.CONTINUE

    def body(self, piece):
        self.told["bytes"] += len(piece)
        return Milter.SKIP if self.told["bytes"] > 200000 else Milter.CONTINUE

    def eom(self):
        subject = dict(self.told["head"]).get("Subject", "")
        with open(sys.argv[2], "a") as file:
            file.write(json.dumps(self.told) + "\n")
        self.progress()
        self.chgheader("Subject", 0, "changed")
        if subject == "spam":
            self.addheader("X-Spam-Flag", "YES")
        if subject == "quarantine":
            self.quarantine("looks odd")
        return {"reject": Milter.REJECT, "later": Milter.TEMPFAIL, "discard": Milter.DISCARD}.get(subject, Milter.ACCEPT)


Milter.factory = Filter
Milter.set_flags(Milter.ADDHDRS | Milter.CHGHDRS | Milter.QUARANTINE)
Milter.runmilter("test", "inet:%s@127.0.0.1" % sys.argv[1], 30)
