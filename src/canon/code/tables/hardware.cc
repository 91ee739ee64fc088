// Hardware description: VHDL, Verilog and SystemVerilog, SPICE netlists.
#include "canon/code/tables/tables.h"

namespace whorl::internal::canon::code::tables {

constinit const Language kVhdl{
    .name = "vhdl",
    .title = "VHDL",
    .extensions = "vhd vhdl vho",
    .fold_case = true,
    .keywords =
        "abs access after alias all and architecture array assert attribute begin block body "
        "buffer "
        "bus case component configuration constant disconnect downto else elsif end entity exit "
        "file "
        "for function generate generic group guarded if impure in inertial inout is label library "
        "linkage literal loop map mod nand new next nor not null of on open or others out package "
        "port postponed procedure process pure range record register reject rem report return rol "
        "ror select severity shared signal sla sll sra srl subtype then to transport type "
        "unaffected "
        "units until use variable wait when while with xnor xor std_logic std_logic_vector integer "
        "natural boolean bit bit_vector unsigned signed rising_edge falling_edge",
    .operators = ":= <= => >= /= ** <> ?=",
    .number_part = "#",
    .string_prefixes = "x b o d ux sx ub sb",
    .delimited = {line_comment("--"), block_comment("/*", "*/"), doubled_string("\""),
                  short_character("'", Where::not_touching)},
    .skipped = "library use",
};

constinit const Language kVerilog{
    .name = "verilog",
    .title = "Verilog",
    .aliases = "systemverilog sv v",
    .extensions = "v vh sv svh vlg",
    .clues = "module endmodule wire reg assign always input output posedge begin initial",
    .identifier_part = "$",
    .sigils = "`$",
    .keywords =
        "always always_comb always_ff always_latch and assign automatic begin bit break buf bufif0 "
        "bufif1 byte case casex casez class clocking cmos const continue cover covergroup deassign "
        "default defparam disable do edge else end endcase endclass endclocking endfunction "
        "endgenerate endinterface endmodule endpackage endprimitive endproperty endspecify "
        "endtable endtask enum event export extends final for force foreach forever fork function "
        "generate genvar if iff import initial inout input int integer interface join join_any "
        "join_none localparam logic longint macromodule modport module nand negedge new nmos nor "
        "not notif0 notif1 null or output package packed parameter pmos posedge primitive program "
        "property pull0 pull1 rand real realtime ref reg release repeat return rtran scalared "
        "sequence shortint signed specify specparam static string strong0 strong1 struct supply0 "
        "supply1 table task this time timeprecision timeunit tran tri tri0 tri1 triand trior "
        "typedef union unique unsigned var virtual void wait wand weak0 weak1 while wire wor xnor "
        "xor",
    .operators =
        "<<< >>> <<= >>= === !== ==? |-> |=> <= >= == != && || << >> ** -> +: -: ++ -- += -= *= /= "
        "&= |= ^= ~& ~| ~^ ^~ '{ ::",
    .number_part = "'",
    .number_prefixes = "'b 'B 'o 'O 'd 'D 'h 'H",
    .delimited = {line_comment("//"), block_comment("/*", "*/"), string("\"")},
    .splices_lines = true,
    .skipped = "import",
};

constinit const Language kSpice{
    .name = "spice",
    .title = "SPICE",
    .aliases = "hspice ngspice",
    .extensions = "sp spi cir ckt net spice",
    .fold_case = true,
    .identifier_start = ".",
    .identifier_part = ".:#",
    .keywords =
        ".ac .alter .dc .end .ends .endl .eom .four .global .ic .inc .include .lib .macro "
        ".meas .measure .model .nodeset .noise .op .option .options .param .plot .print "
        ".probe .pz .save .sens .subckt .temp .tf .tran .width ac dc pulse sin exp pwl sffm "
        "poly npn pnp nmos pmos njf pjf d res cap ind",
    .delimited = {line_comment("*", Where::column_one), line_comment(";"),
                  line_comment("$ ", Where::after_blank), string("\""), doubled_string("'")},
    .continuation_column = 1,
    .continuation_mark = '+',
    .skipped = ".include .inc .lib",
};

}  // namespace whorl::internal::canon::code::tables
